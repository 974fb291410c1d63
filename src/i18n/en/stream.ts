// The words of the event stream, in the forms of says.ts, briefs.ts and acts.ts.

export const streamSays = {
  'worker.pushFrames': 'hands event {seq} of {run} to the gateway. [[It is written nowhere yet.]]',
  'gateway.pushFrames':
    'shows event {seq} of {run} to {count} {count|reader|readers}. [[The log does not have it yet.]]',
  'gateway.authorize': 'checks who wants to follow, and what. [[Nothing is written.]]',
  'gateway.reauthorize.refused': 'finds that {browser} no longer may follow. [[Nothing is read for it.]]',
  'gateway.checkCursor': 'checks the cursor. [[Nothing is written.]]',
  'gateway.register':
    'registers the stream of {browser}, from {cursor} on. [[Nothing has been read for it.]]',
  'gateway.listen': 'registers for wake-ups about {run}. [[From here on each append leaves one.]]',
  'gateway.sendHead':
    'prepares a stream of {run} after {cursor}. [[The head goes out with the first frames.]]',
  'gateway.sendHead.refused': 'answers {browser}: {status}. [[There is no stream.]]',
  'gateway.readReplay':
    'reads {count} {count|event|events} of {run} to begin with. [[It is not listening yet.]]',
  'gateway.recheck': 'asks whether {browser} may still follow. [[Nothing is written.]]',
  'gateway.recheck.refused':
    'finds that {browser} may no longer see {run}. [[It reads nothing more for it.]]',
  'gateway.lockRun':
    'holds {run} for itself until {browser} has read. [[Nobody else may write the run meanwhile.]]',
  'gateway.takeWakeUp': 'takes its wake-up about {run}. [[It reads because it was woken.]]',
  'gateway.readPage':
    'reads {count} committed {count|event|events} of {run} after {cursor}. [[None is on the wire yet.]]',
  'gateway.readPage.gone': 'finds what follows {cursor} in {run} gone. [[It will say so.]]',
  'gateway.writeFrames':
    'writes {count} {count|frame|frames} to {browser}. [[Every event in them is in the log.]]',
  'gateway.writeFrames.kept':
    'keeps {count} {count|frame|frames}: {browser} has not read the last ones. [[Nothing goes out.]]',
  'gateway.writeFrames.last':
    'writes the last {count} {count|frame|frames} to {browser}. [[The stream ends here.]]',
  'gateway.writeFrames.closing': 'ends the stream of {browser}: {reason}. [[The run goes on without it.]]',
  'gateway.recheckAtBeat': 'asks whether {browser} may still follow. [[Nothing is written.]]',
  'gateway.writeBeat': 'writes a sign of life to {browser}. [[It is a comment: it says nothing of the run.]]',
  'gateway.forget': 'notices that {browser} is gone. [[The run {run} goes on.]]',
  'gateway.forget.gone': 'hears of a stream of {browser} that is over already. [[Nothing changes.]]',
  'gateway.unlisten': 'takes {browser} off the list of wake-ups. [[The run is not concerned.]]',
  'gateway.cancelRun':
    'takes the end of a connection for a wish and cancels {run}. [[Nobody had asked for that.]]',
  'gateway.cancelRun.requested':
    'takes the end of a connection for a wish: {run} is to be cancelled. [[Nobody had asked for that.]]',

  'browser.askStream': 'asks for a stream of {run} after {cursor}. [[The answer is still to come.]]',
  'browser.askStream.again': 'asks for a stream of {run} again, after {cursor}. [[What it knows it keeps.]]',
  'browser.receive.frames': 'gets {count} whole {count|frame|frames}. [[Its view has not changed yet.]]',
  'browser.receive.partial': 'gets bytes without a new event. [[Its view stays as it is.]]',
  'browser.receive.cut': 'loses its connection. [[That says nothing of the run.]]',
  'browser.receive.unheard':
    'gives up its connection: nothing has come for 40 s. [[That says nothing of the run.]]',
  'browser.receive.ended': 'finds the stream at its end. [[That says nothing of the run.]]',
  'browser.receive.nothingLeft': 'gets {status}: nothing is left. [[Its view stays as it is.]]',
  'browser.receive.strange': 'gets bytes of {connection}, which it no longer reads. [[It drops them.]]',
  'browser.receive.beat': 'hears that its stream is alive. [[Its view and its cursor stay as they are.]]',
  'browser.hangUp': 'gives up its connection: no byte has come for 40 s. [[That says nothing of the run.]]',
  'browser.giveUp': 'has no attempt left. [[How {run} goes on it does not know.]]',
  'browser.runEffects':
    'sends its task again because an event tells of it, key {key}. [[It is an event, not an order.]]',
  'browser.sendCall.check': 'is told to try again. [[It has all its attempts.]]',
  'browser.receive.noRun': 'learns that there is no run to follow. [[It shows nothing.]]',
  'browser.receive.found': 'finds {run} to follow. [[It reads from its first event.]]',

  'fault.reset': 'has a connection reset. [[{message} is gone, and with it what was on the way.]]',
  'fault.eof': 'has a stream end cleanly. [[{message} is over, and nobody says why.]]',
  'fault.silence': 'is heard no more on {message}. [[Nothing gets through, and nobody is told.]]',
  'fault.collect':
    'has its stream {message} collected on the way. [[What it writes arrives when the stream ends.]]',
  'fault.tear': 'is torn off in {message}: {bytes} {bytes|byte|bytes} of it arrive. [[The rest is lost.]]',
  'fault.leave': 'loses its place in the conversation. [[It may not follow any more.]]',
  'fault.lose': 'is not woken. [[The wake-up for {target} is lost.]]',
};

export const streamBriefs = {
  'gateway.authorize': 'checks who asks',
  'gateway.checkCursor': 'checks the cursor',
  'gateway.register': 'registers {browser} from {cursor} on',
  'gateway.sendHead': 'prepares the stream',
  'gateway.sendHead.refused': 'answers {status}: no stream',
  'gateway.readPage': 'reads {count} after {cursor}',
  'gateway.readPage.gone': 'finds what follows {cursor} gone',
  'gateway.writeFrames': 'writes {count} {count|frame|frames}',
  'gateway.writeFrames.kept': 'keeps {count} {count|frame|frames}',
  'gateway.writeFrames.last': 'writes the last {count}',
  'gateway.writeFrames.closing': 'ends the stream: {reason}',
  'gateway.writeBeat': 'writes a sign of life',
  'gateway.forget': 'notices that {browser} is gone',
  'gateway.cancelRun': 'cancels {run} unasked',
  'gateway.cancelRun.requested': 'asks to cancel {run} unasked',
  'browser.askStream': 'asks for a stream after {cursor}',
  'browser.askStream.again': 'asks again after {cursor}',
  'browser.receive.frames': 'gets {count} {count|frame|frames}',
  'browser.receive.partial': 'gets no new event',
  'browser.receive.cut': 'loses its connection',
  'browser.receive.unheard': 'gives up its connection',
  'browser.receive.ended': 'finds the stream at its end',
  'browser.receive.nothingLeft': 'gets {status}: nothing is left',
  'browser.receive.strange': 'drops bytes of {connection}',
  'browser.receive.beat': 'hears that its stream is alive',
  'browser.hangUp': 'gives up its connection',
  'browser.giveUp': 'gives up: does not know',
  'browser.runEffects': 'sends its task again, key {key}',
  'fault.reset': '{message} is reset',
  'fault.eof': '{message} ends cleanly',
  'fault.silence': '{message} falls silent',
  'fault.collect': '{message} is collected on the way',
  'fault.tear': '{bytes} {bytes|byte|bytes} of {message} arrive',
};

export const streamActs = {
  'worker.pushFrames': 'shows the next piece before it is written',
  'gateway.pushFrames': 'shows what it was handed',
  'gateway.authorize': 'gets {message}',
  'gateway.checkCursor': 'checks the cursor',
  'gateway.register': 'registers the stream',
  'gateway.listen': 'registers for wake-ups',
  'gateway.sendHead': 'prepares the stream',
  'gateway.readReplay': 'reads what there is to begin with',
  'gateway.recheck': 'reads what has been committed',
  'gateway.readPage': 'reads what has been committed',
  'gateway.writeFrames': 'writes frames',
  'gateway.recheckAtBeat': 'writes a sign of life',
  'gateway.writeBeat': 'writes a sign of life',
  'gateway.forget': 'gets {message}',
  'gateway.unlisten': 'takes it off the list of wake-ups',
  'gateway.cancelRun': 'cancels the run of the closed stream',
  'browser.askStream': 'asks for a stream',
  'browser.hangUp': 'gives up its connection',
  'browser.giveUp': 'gives up',
  'fault.reset': '{message} is reset',
  'fault.eof': '{message} ends cleanly',
  'fault.silence': '{message} falls silent',
  'fault.collect': '{message} is collected on the way',
  'fault.tear': '{bytes} {bytes|byte|bytes} of {message} arrive',
  'fault.leave': 'loses its place in the conversation',
  'fault.lose': 'the wake-up is lost',
};
