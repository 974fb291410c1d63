// Histories that a design does not survive and that chance comes to seldom: found once, and tried first from then on.

import type { FaultBudget } from '../../src/kernel/fault';
import type { History } from './histories';

interface Known {
  /** All that may befall them. */
  readonly faults: FaultBudget;
  readonly history: History;
}

/** By the decision that goes without a guard. */
export const KNOWN: Readonly<Record<string, Known>> = {
  'stream.buffering': {
    faults: { collect: 2 },
    history: {
      given: 2,
      choices: [
        992, 5690, 9987, 1478, 747, 6878, 7709, 6947, 6646, 7454, 5877, 5638, 1776, 2482, 2148, 7689, 4083,
        6398, 2328, 4849, 8458, 4685, 5030, 1805, 68, 3469, 2618, 7451, 9233, 210, 4299, 8294, 2017, 2795,
        7497, 4066, 8250, 5359, 9685, 3378, 2097, 3670, 6730, 3634, 8002, 3815, 9697, 9348, 5807,
      ],
      late: false,
    },
  },
  // The gateway crashes after its readers have heard numbers from it.
  'stream.id': {
    faults: { crash: 2 },
    history: {
      given: 6,
      choices: [
        2300, 9366, 7387, 4216, 8339, 8258, 2072, 4367, 7558, 76, 9494, 169, 3192, 6798, 4979, 1624, 6520,
        9054, 8800, 6539, 8774, 4168, 3346, 5149, 9931, 4075, 1504, 3823, 9698, 3530, 9940, 8887, 4196, 7574,
        8065, 6661, 1234, 7802, 9682, 1645, 6443, 2210, 9348, 1183, 6601, 968, 8439, 7378, 4201, 6376, 9140,
        5529, 1494, 1972, 1802, 390, 3830, 3713, 2704, 7166, 7464, 1271,
      ],
      late: true,
    },
  },
  // The worker crashes between showing a piece of its text and writing it down.
  'log.deliver': {
    faults: { crash: 2, reset: 1 },
    history: {
      given: 5,
      choices: [
        4016, 4005, 8275, 4194, 2461, 8391, 4653, 6098, 4723, 6891, 1153, 3957, 3030, 135, 2982, 9225, 5646,
        351, 8033, 3004, 1478, 7376, 4668, 3239, 4417, 8070, 5697, 4163, 966, 2745, 1232, 1243, 3058, 5681,
        8166, 3549, 1790, 7432, 6887, 5996, 494, 6023, 2129, 9200, 1229, 1336, 8495, 1581, 1193, 4395, 9589,
        3229, 2919, 9627, 7417, 3093, 2371, 350, 1172, 2034, 2098,
      ],
      late: false,
    },
  },
};
