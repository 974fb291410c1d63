// 别人页面里的播放器，在运行之外要说的话。

import type { Messages } from '../en';

export const embed: Messages['embed'] = {
  opensLong: '在新标签页里用 Converge 打开这次运行',
  position: ({ step, steps }) => `第 ${step} / ${steps} 步`,
  wrong: ({ parameter, found, choices, taken }) =>
    `${parameter}=${found} 不在 ${choices} 之中，${taken === null ? '略去不用' : `改用 ${taken}`}。`,
  noScenario: '这个框架的地址要写明场景：embed.html?scenario=…，下面任选其一。',
  unknownScenario: ({ found }) => `scenario=${found} 不是任何场景。现有的场景如下。`,
  failed: ({ reason }) => `播放器没有加载成功。${reason}`,
  isSandboxed:
    '这个框架没有自己的源（sandbox 里没有 allow-same-origin）：播放器的文件要带上 Access-Control-Allow-Origin: * 响应头。',
  missed: ({ count }) => `你的选择里有 ${count} 个在这个设计里没有位置，运行照常继续。`,
};
