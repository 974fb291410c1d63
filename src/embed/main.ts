import { mount } from 'svelte';
import '../ui/app.css';
import Embed from './Embed.svelte';

document.getElementById('unloaded')?.remove();
mount(Embed, { target: document.body });
