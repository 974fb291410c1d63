// What a step did, told of its actor: at most two sentences, the first without its subject, which the page
// puts before it. `[[…]]` is the half that names the effect, even if that is nothing, or what is not there
// yet. Each has to be true in every design in which its step can be taken. The keys of this table are the
// keys there are; every other language has to have them all. A key may have variants: `.unwritten` for a
// step that committed nothing, `.idle` for one that found nothing to do, and for what was refused.

import { streamSays } from './stream';

export const says = {
  'browser.keepKey': 'makes the key {key} and stores it. [[Nothing has been sent yet.]]',
  'browser.sendPost': 'sends its task with the key {key}. [[Whether it is accepted, it does not know yet.]]',
  'browser.sendPost.again':
    'sends its task again with the same key {key}. [[The key says that it is the same task.]]',
  'browser.sendPost.newKey':
    'sends its task again with a new key {key}. [[Under this key it is another task.]]',
  'browser.sendCall': 'asks: {call}. [[The answer is still to come.]]',
  'browser.sendCall.refresh': 'is told to show {run} anew. [[It asks for the run as a whole next.]]',
  'browser.receive.answered': 'gets {status} to “{call}”. [[It is done.]]',
  'browser.receive.refused': 'gets {status} {code} to “{call}”. [[It may not, or not any more.]]',
  'browser.askPage': 'asks for the events of {run} after {cursor}. [[The answer is still to come.]]',
  'browser.askRun': 'asks for {run} as a whole. [[The answer is still to come.]]',
  'browser.receive': 'gets a page of {count} {count|event|events}. [[Its view has not changed yet.]]',
  'browser.receive.stale': 'gets an answer that it no longer waits for. [[It ignores it.]]',
  'browser.receive.reset': 'gets no answer. [[What became of its request is unknown.]]',
  'browser.receive.rejected': 'gets {status}. [[Its task is refused.]]',
  'browser.receive.accepted': 'gets {status}. [[Its task is {run}: accepted is not yet done.]]',
  'browser.receive.resync': 'gets {status}. [[Its cursor lies outside the log; it has to resync.]]',
  'browser.receive.shutOut': 'gets {status} and stops asking. [[How the run ends is unknown to it.]]',
  'browser.askConversation':
    'asks which run goes on where its own was interrupted. [[The answer is still to come.]]',
  'browser.receive.resumed': 'learns that {run} goes on. [[It follows that one from its first event.]]',
  'browser.receive.alone': 'learns of no run that goes on where {run} ended. [[Its view stays as it is.]]',
  'browser.receive.snapshot': 'gets a snapshot. [[Its view has not changed yet.]]',
  'browser.validate': 'checks the form of what it got. [[Nothing is malformed.]]',
  'browser.validate.malformed': 'finds a malformed event. [[It takes neither that one nor what follows.]]',
  'browser.guard': 'goes through the events one by one. [[It lets {applied} through and ignores {ignored}.]]',
  'browser.apply': 'applies {count} {count|event|events}. [[Its view is at {to}.]]',
  'browser.apply.nothing': 'has nothing to apply. [[Its view stays at {to}.]]',
  'browser.storeCursor': 'stores its cursor. [[After a crash it asks from there.]]',
  'browser.replaceView': 'replaces its view by the snapshot. [[Its view is at {seq}.]]',

  'api.authorize': 'checks who asks, and for what. [[Nothing is written.]]',
  'api.reauthorize.refused': 'finds that {browser} no longer may. [[Nothing is read or written for it.]]',
  'api.findKey': 'looks the key up. [[Nothing is written.]]',
  'api.findKey.unwritten': 'finds {run} under the same key. [[Nothing is written.]]',
  'api.compareFingerprint': 'compares the request with the one that had this key. [[Nothing is written.]]',
  'api.compareFingerprint.unwritten': 'finds {run} under the same key. [[Nothing is written.]]',
  'api.insertRun': 'saves {run} for {principal}. [[No outbox row says that it has to be started.]]',
  'api.insertRun.taken': 'is refused: the key {key} is taken. [[Nothing is written; it looks again.]]',
  'api.insertRun.unwritten': 'finds {run} under the same key. [[Nothing is written.]]',
  'api.compareFingerprint.new': 'finds nothing under the key {key}. [[Nothing is written.]]',
  'api.appendCreated': 'appends the first event of {run}. [[Only now does the log know of the run.]]',
  'api.appendCreated.unwritten': 'finds {run} under the same key. [[Nothing is written.]]',
  'api.insertOutbox':
    'commits event {seq} of {run} and its outbox row together. [[Either both exist or neither.]]',
  'api.insertOutbox.unwritten': 'finds {run} under the same key. [[Nothing is written.]]',
  'api.drawNumber': 'draws the next number of the outbox. [[Whoever draws later may commit earlier.]]',
  'api.drawSeq': 'draws the next place in the history. [[Whoever draws later may write earlier.]]',
  'api.numberOutbox': 'writes the number into its outbox row. [[Either both exist or neither.]]',
  'api.storeDecision': 'puts the decision into the document of the run. [[The text is written as a whole.]]',
  'api.publish': 'tells the broker about event {seq} of {run}. [[No row says that it had to.]]',
  'api.publish.idle': 'creates no run: {run} is there already. [[The broker is told nothing.]]',
  'api.respond': 'answers. [[The answer is on its way.]]',
  'api.respond.accepted': 'answers {status}: {run} is accepted. [[From here on the run is promised.]]',
  'api.respond.replayed': 'answers {status} again. [[{run} was accepted before; there is no second run.]]',
  'api.readRun': 'reads {run}. [[Nothing is written.]]',
  'api.checkCursor': 'checks the cursor. [[Nothing is written.]]',
  'api.readPage': 'reads a page of the events of {run}. [[Only committed events are in it.]]',
  'api.readLastSeq': 'reads the position of {run} alone. [[What it reads next may be newer.]]',
  'api.readConversation': 'reads which runs the conversation has. [[Nothing is written.]]',
  'api.readArtifact': 'reads the content that is asked for. [[Nothing is written.]]',
  'api.decideApproval':
    'writes that {principal} has {decision} for {run}. [[The run itself is not told yet.]]',
  'api.decideApproval.repeated':
    'finds that {run} was {decision} by the same person. [[Nothing is written.]]',
  'api.decideApproval.refused': 'refuses an answer about {run}: {code}. [[Nothing is written.]]',
  'api.requeueRun': 'queues {run} again. [[It can be claimed once the outbox row is sent.]]',
  'api.appendDecided': 'appends the decision about {run}. [[The log tells of it now.]]',
  'api.respond.decided': 'answers: {decision} counts for {run}. [[The person was told so.]]',
  'api.respond.decidedBefore':
    'answers again: {decision} counts for {run}. [[It was decided before; nothing changes.]]',
  'api.cancelRun': 'looks at what {run} is doing. [[Nothing is written yet.]]',
  'api.cancelRun.cancelled': 'ends {run}, which was {status}. [[Nobody was working on it.]]',
  'api.cancelRun.requested': 'sets the flag on {run}, {status}. [[Whoever holds the run has to look at it.]]',
  'api.cancelRun.over': 'finds {run} ended: {status}. [[There is nothing left to cancel.]]',
  'api.cancelRun.already': 'finds the flag on {run} set. [[Nothing changes.]]',
  'api.cancelRun.killed': 'ends {run}, which was {status}. [[What was begun stays as it is.]]',
  'api.appendCancel': 'appends that somebody wants {run} cancelled. [[The log tells of it now.]]',
  'api.withdrawApproval': 'withdraws the question about {run}. [[Nobody waits for the answer.]]',
  'api.abandonPlanned': 'abandons what was only planned. [[No money has moved.]]',
  'api.appendEnding': 'appends the end of {run} and commits. [[Status and last event stand together.]]',
  'api.respond.cancel': 'answers: {effect}. [[That is what became of the request.]]',

  'outbox.drawNumber': 'draws the number {number} for its outbox row. [[The row is not there yet.]]',
  'log.drawSeq': 'draws place {seq} in the history of {run}. [[Nothing stands there yet.]]',

  'dispatcher.readUnsent': 'finds event {seq} of {run} in the outbox. [[The row says: not sent yet.]]',
  'dispatcher.publish': 'tells the broker about {run}. [[This step does not write down that it did.]]',
  'dispatcher.mark': 'marks the outbox row of {run} as sent. [[No later reading of the outbox finds it.]]',
  'dispatcher.mark.already': 'finds the outbox row of {run} marked already. [[Nothing changes.]]',

  'worker.take': 'takes the message {message}. [[Until it acknowledges, a crash brings the message back.]]',
  'worker.readRun':
    'reads {run}: {status}, version {version}. [[What it decides now rests on this reading.]]',
  'worker.readRun.phantom': 'looks for {run}, which a message named. [[There is no such run.]]',
  'worker.lockNext': 'picks {run} from the queue. [[It is not its own yet.]]',
  'worker.lockNext.none': 'looks through the queue. [[There is nothing to take.]]',
  'worker.claim': 'claims {run}. [[The row names it as owner now, with fence {fence}.]]',
  'worker.claim.ignored': 'claims {run} in vain, and works on it all the same. [[It holds no lease.]]',
  'worker.appendStarted': 'appends the start of its attempt at {run}. [[The log knows of the attempt.]]',
  'worker.work': 'asks the model about {run}. [[It proposes to refund {amount}; nothing is written.]]',
  'worker.work.failed': 'asks the model about {run}. [[It gets no plan.]]',
  'worker.work.looksUp':
    'asks the model about {run}. [[It wants {count} to be looked up before it proposes anything.]]',
  'worker.work.continues':
    'asks the model about {run}. [[Of what it wants the log holds {done}; {count} are still to be looked up.]]',
  'worker.spendStep': 'spends a step of the budget. [[The log does not tell yet what it was for.]]',
  'worker.spendStep.exhausted':
    'wants to look something up for {run}. [[Its budget holds no step any more: the task will fail.]]',
  'worker.appendStep':
    'looks up: {tool}. [[The step and what was found are in the log, event {seq}: no later attempt needs to do it again.]]',
  'worker.appendDeltas':
    'puts the next piece of its text into the log, event {seq}. [[{length} characters of it can be read.]]',
  'worker.appendDeltas.grown':
    'writes its text over event {seq}. [[{length} characters stand there, and whoever has read it has read another text.]]',
  'worker.appendMessage': 'appends that its text is complete. [[The conversation does not show it yet.]]',
  'worker.storeMessage':
    'completes its text, event {seq}, and puts it into the conversation. [[Both stand together.]]',
  'worker.supersede': 'withdraws what the lost attempt had begun to write. [[A view drops it.]]',
  'worker.planOperation': 'plans {operation} for {run}. [[It has not started it yet.]]',
  'worker.planOperation.found': 'finds {operation} already there, {status}. [[It plans nothing new.]]',
  'worker.readOrder':
    'reads that {amount} of {order} are left. [[Nobody else is kept from reading the same.]]',
  'worker.readOrder.over': 'reads that only {amount} of {order} are left. [[It asks for no money.]]',
  'worker.reserveOrder': 'reserves the amount of the order. [[No money has moved yet.]]',
  'worker.recordIntent': 'writes down its intent. [[No money has moved yet.]]',
  'worker.appendIntent':
    'writes down what it is about to do: {operation}, event {seq}. [[Nothing is paid under this key yet.]]',
  'worker.appendClaimed':
    'takes the model’s word that {operation} is refunded, event {seq}. [[What the provider answers plays no part in it.]]',
  'worker.callRefund': 'calls the refund provider. [[The provider answers.]]',
  'worker.callRefund.paid':
    'asks to refund {amount}, key {operation}. [[The key is new to the provider: it pays.]]',
  'worker.callRefund.known':
    'asks to refund {amount}, key {operation}. [[The provider knows the key and pays nothing.]]',
  'worker.callRefund.silent':
    'asks to refund {amount}, key {operation}. [[No answer comes: whether it was paid, nobody here knows.]]',
  'worker.callRefund.refused':
    'asks to refund {amount}, key {operation}. [[The provider says no: nothing is paid.]]',
  'worker.markUnknown': 'marks the outcome as unknown. [[The log does not tell of it yet.]]',
  'worker.markUnknown.forgotten':
    'gives its attempt up: no row tells of {operation}. [[Nobody will ask what became of the call.]]',
  'worker.markUnknown.asFailed':
    'takes the silence for a failure of {operation}. [[The books say that nothing was refunded.]]',
  'worker.appendUnknown':
    'writes down that the outcome of {operation} is unknown. [[It will ask again with the same key.]]',
  'worker.failOperation': 'writes down that the provider refused. [[What was reserved is free again.]]',
  'worker.repeatCall': 'repeats its call with the same key. [[The provider answers.]]',
  'worker.settleOperation': 'settles the operation. [[The books call it refunded.]]',
  'worker.commitOrder': 'books the refund. [[The log does not tell of it yet.]]',
  'worker.appendCommitted': 'appends that the refund is committed. [[The log tells of it now.]]',
  'worker.appendEnding': 'appends the end of {run}. [[Nothing follows it.]]',
  'worker.finish':
    'writes down the outcome and ends {run}, version {version}. [[Status and last event stand together.]]',
  'worker.finishFailed': 'ends {run} as failed. [[Status and last event stand together.]]',
  'worker.abandonPlanned': 'abandons what was only planned. [[No money has moved.]]',
  'worker.ack': 'acknowledges the message about {run}. [[The broker lets go of this copy.]]',
  'worker.ack.nothing':
    'lets go of {run}. [[It had found it by itself: there is no message to acknowledge.]]',
  'worker.ack.stale':
    'acknowledges a delivery of {run} that the broker has given up. [[The newer delivery stays.]]',
  'worker.ack.late':
    'acknowledges an old delivery of {run}. [[The broker takes it for the newer one, and lets go of that.]]',
  'worker.readUnsettled':
    'finds {count} {count|operation|operations} of {run} unsettled. [[It asks the provider again, same {count|key|keys}.]]',
  'worker.readUnsettled.lost': 'finds that {run} is not its own any more. [[It lets go.]]',
  'worker.readUnsettled.none':
    'finds nothing of {run} unsettled, and the row at version {version}. [[It decides anew.]]',
  'worker.readUnsettled.fail':
    'finds nothing of {run} unsettled. [[What it wanted is not allowed; it gives up.]]',
  'worker.readExpired':
    'finds the lease of {run} over, at version {version}. [[It has changed nothing yet.]]',
  'worker.readExpired.none': 'looks for a lease that is over. [[There is none.]]',
  'worker.renewLease': 'renews its lease of {run}. [[Until that is over nobody takes the run over.]]',
  'worker.renewLease.asked':
    'renews its lease of {run} and finds that it was asked to cancel. [[It decides again.]]',
  'worker.takeOver': 'takes {run} over. [[The row names it as owner now, with a higher fence.]]',
  'worker.takeOver.refused': 'does not get {run}: the row has changed. [[Nothing is written.]]',
  'worker.appendLost': 'appends that the last attempt was lost. [[In the log that attempt is over.]]',
  'worker.failExhausted':
    'ends {run} as failed: no attempt is left. [[It decided this on version {version}.]]',
  'worker.failExhausted.refused':
    'writes WHERE version = {version}, and {run} has moved on. [[No row changes.]]',
  'worker.appendPlanned': 'appends what is planned. [[It has not started it yet.]]',
  'worker.requestApproval': 'asks for approval. [[Nobody has decided yet.]]',
  'worker.appendRequested': 'appends that approval is asked for. [[Nobody has decided yet.]]',
  'worker.appendYielded': 'appends that it lets go. [[In the log its attempt is over.]]',
  'worker.yield':
    'asks for approval and lets {run} wait, version {version}. [[Nobody holds the run while a person decides.]]',
  'worker.yield.interrupted':
    'asks for approval and ends {run} as interrupted, version {version}. [[Another run goes on once a person has decided.]]',
  'worker.noteProgress':
    'writes the whole document of {run} back with its progress. [[All else in it is as it was when it was read.]]',
  'worker.appendFailedAttempt': 'appends that its attempt failed. [[In the log that attempt is over.]]',
  'worker.retryLater': 'gives {run} back. [[It may be tried again at {at}.]]',
  'worker.insertOutbox': 'writes an outbox row for {run}. [[What has to be told is written down.]]',
  'worker.drawNumber': 'draws the next number of the outbox. [[Whoever draws later may commit earlier.]]',
  'worker.drawSeq': 'draws the next place in the history. [[Whoever draws later may write earlier.]]',
  'worker.numberOutbox': 'writes the number into its outbox row. [[Either both exist or neither.]]',
  'worker.publish': 'tells the broker about {run}. [[No row says that it had to.]]',
  'worker.refused.held':
    'is refused at {what}: {run} is {status}, version {version}. [[Nothing is written.]]',
  'worker.refused.held.claim':
    'tries to claim {run}: the row is {status}, version {version}. [[No row changes; it starts nothing.]]',
  'worker.refused.lost':
    'is refused at {what}: {run} is {status}, version {version}. [[Nothing is written; it lets go.]]',
  'worker.refused.lost.claim':
    'tries to claim {run}: the row is {status}, version {version}. [[No row changes; it starts nothing.]]',
  'worker.work.stopped':
    'sees that somebody wants {run} cancelled. [[It stops here, before any money moves.]]',
  'worker.finishCancelled': 'ends {run} as cancelled. [[Status and last event stand together.]]',

  'timer.readDue': 'finds that {approval} has not been answered in time. [[It has changed nothing yet.]]',
  'timer.expireApproval': 'closes the question about {run}. [[An answer now comes too late.]]',
  'timer.storeDecision':
    'puts the end of the question into the document of the run. [[The text is written as a whole.]]',
  'timer.expireApproval.refused': 'finds {approval} closed already. [[Nothing is written.]]',
  'timer.abandonPlanned': 'abandons what was only planned. [[No money has moved.]]',
  'timer.appendEnding': 'appends the end of {run}. [[Nothing follows it.]]',
  'timer.failExpired': 'ends {run} as failed: nobody answered. [[Status and last event stand together.]]',
  'timer.failExpired.refused': 'finds that {run} waits no more. [[Nothing is written.]]',

  'cache.take': 'takes the message about {run}. [[It keeps nothing of it yet.]]',
  'cache.keepTask': 'puts {run} on its list in memory. [[No worker has it yet.]]',
  'cache.ack': 'acknowledges the message about {run}. [[The broker lets go of this copy.]]',
  'cache.ack.stale':
    'acknowledges a delivery about {run} that the broker gave up long ago. [[The newer one stays.]]',
  'cache.ack.late':
    'acknowledges its old delivery about {run}. [[The broker takes it for the newer one and lets go of it.]]',
  'cache.handOut':
    'takes {run} off its list and hands it to a worker. [[The worker still has to acknowledge it.]]',
  'cache.handOut.none': 'finds its list empty. [[Nobody gets anything.]]',
  'cache.refill':
    'finds {count} queued in the table of runs and puts that on its list. [[The tables have forgotten nothing.]]',

  'notifier.take': 'takes the message {message}. [[Nobody has been told yet.]]',
  'notifier.acceptInbox': 'writes the message about {run} into its inbox. [[Nobody has been told yet.]]',
  'notifier.acceptInbox.known':
    'finds the message about {run} in its inbox. [[It counts as done; the list stays as it is.]]',
  'notifier.insertNotice': 'puts a notice about {run} on the list: {type}. [[A person reads it there.]]',
  'notifier.insertNotice.again': 'puts the same notice about {run} on the list. [[A person reads it again.]]',
  'notifier.ack': 'acknowledges the message about {run}. [[The broker lets go of this copy.]]',
  'notifier.ack.stale':
    'acknowledges a delivery about {run} that the broker has given up. [[The newer delivery stays.]]',
  'notifier.ack.late':
    'acknowledges an old delivery about {run}. [[The broker takes it for the newer one, and lets go of that.]]',

  ...streamSays,
  'pruner.recordRange': 'records a range for a text of {run}. [[Its pieces are still there.]]',
  'pruner.deleteDeltas':
    'deletes the pieces of a complete text of {run}, events {from} to {to}. [[The event that completes it says it whole.]]',
  'pruner.raiseMinimum': 'moves the beginning of what is kept of {run}. [[Nothing is deleted yet.]]',
  'pruner.deletePrefix':
    'removes what stands before event {minimum} of {run}. [[The row of the run says where the log begins.]]',

  'lock.waits': 'waits for {holder}, which has locked {row} in {table}. [[Nothing has happened yet.]]',
  'transaction.open':
    'writes what it takes on, and keeps the transaction open. [[Nobody else sees it; {rows} rows are locked.]]',
  'constraint.refused': 'is refused by {constraint}. [[Nothing is written.]]',
  'clock.advance': 'moves on by {ms}: [[{due}.]]',
  'fault.crash': 'crashes. [[What it knew only in memory is gone.]]',
  'fault.restart': 'starts again. [[It knows what was stored, and nothing else.]]',
  'fault.pause': 'is paused. [[Time goes on without it.]]',
  'fault.resume': 'goes on where it stood. [[What it knows may be out of date.]]',
  'fault.jump':
    'has its clock jump ahead. [[What it takes for the time is wrong; the database knows better.]]',
  'fault.cut': 'is cut off for one call. [[The next request to it is lost.]]',
  'fault.mute': 'is not heard for one call. [[It does what it is asked next, and its answer is lost.]]',
  'fault.forget': 'loses its memory. [[All that was only on its list is nowhere now.]]',
  'fault.refuse': 'will refuse the next call. [[Nothing is paid for it.]]',
  'fault.drop': 'is not heard. [[{message} is lost on the way.]]',
  'fault.duplicate': 'is heard twice. [[A second {message} is on the way.]]',
  'fault.delay': 'is heard later. [[{message} is delayed.]]',
  'fault.redeliver':
    'is heard again: the broker waits no longer for an acknowledgement. [[{message} may be delivered anew.]]',
};
