// A scenario with a gateway on stage and every way in which a connection may break.

export const streamScenario = (schedule: readonly string[], gateway: object = {}): string =>
  JSON.stringify({
    course: [],
    stage: { lanes: ['browser-1', 'gateway'], tables: {}, properties: ['S33'], faults: [] },
    given: {
      ...{ cast: ['gateway'], gateway },
      orders: [{ order: 'ord_1', total: '100.00' }],
      browsers: {
        'browser-1': { person: 'alice', submits: { order: 'ord_1', amount: '25.00' } },
        'browser-2': { person: 'carol', watches: 'run_1' },
      },
    },
    budget: { crash: 3, pause: 1, delay: 2, drop: 2, reset: 3, eof: 3, silence: 2, tear: 3, collect: 2 },
    designs: { safe: {} },
    schedule,
    expect: { safe: { violated: [] } },
    shows: 'same',
  });
