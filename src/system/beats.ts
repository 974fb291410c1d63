// A world whose time runs out while streams stay open. Signs of life would come for ever and change nothing as long as
// every connection is sound, so that they are taken off stage where only the end is of interest.

import type { ActorState } from '../kernel/actor';
import type { Data } from '../kernel/json';
import type { World } from '../kernel/world';
import type { BrowserMemory } from './actors/browser/state';
import type { GatewayMemory } from './actors/gateway/state';

/** The same world, in which nobody is waited for by a timer that always comes again. */
export function withoutBeats(world: World): World {
  const actors = Object.entries(world.actors).map(([id, state]) => [id, quieted(state)] as const);
  return { ...world, actors: Object.fromEntries(actors) };
}

function quieted(state: ActorState): ActorState {
  const { beats, listens, ...disk } = state.disk;
  if (beats !== true && listens !== true) return state;
  const memory = beats === true ? quietGateway(state.memory) : quietBrowser(state.memory);
  return { ...state, disk, memory };
}

function quietGateway(memory: Data): Data {
  const { connections } = memory as unknown as GatewayMemory;
  const quiet = Object.entries(connections).map(([id, { beatAt: _never, ...known }]) => [id, known] as const);
  return { ...memory, connections: Object.fromEntries(quiet) };
}

function quietBrowser(memory: Data): Data {
  const { stream } = memory as unknown as BrowserMemory;
  if (stream === null) return memory;
  const { unheardAt: _never, ...open } = stream;
  return { ...memory, stream: open as unknown as Data };
}
