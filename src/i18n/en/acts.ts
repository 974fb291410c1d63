// What an actor could do next, by the first operation of the step, and what could befall it: again without
// the subject. `{message}` is what would be delivered, lost, doubled or delayed.

export const acts = {
  'browser.keepKey': 'makes a key for its task',
  'browser.sendPost': 'sends its task',
  'browser.askPage': 'asks for new events',
  'browser.askRun': 'asks for the run as a whole',
  'browser.receive': 'gets {message}',
  'browser.validate': 'checks the form of what it got',
  'browser.guard': 'decides which events to accept',
  'browser.apply': 'applies what it accepted',
  'browser.storeCursor': 'stores its cursor',
  'browser.replaceView': 'replaces its view by the snapshot',

  'api.authorize': 'gets {message}',
  'api.findKey': 'looks up the key and saves the run',
  'api.insertRun': 'saves the run',
  'api.appendCreated': 'appends the first event',
  'api.publish': 'tells the broker',
  'api.readRun': 'reads the run',
  'api.checkCursor': 'reads a page of events',
  'api.respond': 'answers',

  'dispatcher.readUnsent': 'reads the outbox',
  'dispatcher.publish': 'tells the broker',
  'dispatcher.mark': 'marks the row as sent',

  'worker.take': 'takes {message}',
  'worker.readRun': 'reads the run',
  'worker.claim': 'claims the run',
  'worker.work': 'asks the model',
  'worker.planOperation': 'writes down what it is about to do',
  'worker.callRefund': 'calls the refund provider',
  'worker.settleOperation': 'books the refund and ends the run',
  'worker.appendCommitted': 'appends the end of the run',
  'worker.ack': 'acknowledges the message',
  'worker.readUnsettled': 'looks for what is unsettled',
  'worker.repeatCall': 'repeats its call',
  'worker.readExpired': 'looks for a lease that is over',
  'worker.renewLease': 'renews its lease',
  'worker.takeOver': 'takes the run over',
  'worker.failExhausted': 'ends the run: no attempt is left',
  'worker.appendFailedAttempt': 'gives the run back, to be tried later',
  'worker.abandonPlanned': 'ends the run as failed',
  'worker.publish': 'tells the broker',

  'clock.advance': '{ms} pass: {due}',
  'fault.crash': 'crashes',
  'fault.restart': 'restarts',
  'fault.pause': 'pauses',
  'fault.resume': 'resumes',
  'fault.jump': 'has its clock jump ahead',
  'fault.drop': '{message} is lost',
  'fault.duplicate': '{message} is doubled',
  'fault.delay': '{message} is delayed',
};

/** What falls due when the clock moves. */
export const due = {
  leases_ahead: 'the lease of {id} is over',
  queued_ahead: '{id} may be tried again',
  unsent_ahead: '{id} may be sent',
  approvals_ahead: '{id} expires',
  renewal: 'a worker may renew its lease',
  backOff: 'a browser may ask again',
  noAnswer: 'a browser gives up waiting for an answer',
  message: '{id} arrives after its delay',
};
