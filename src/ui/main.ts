import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { loadFonts } from './fonts';

mount(App, { target: document.body });
loadFonts();
