// Statements of the table messages, the read model of a conversation, and of the events that a text is made of.

export const messages = {
  /** Whoever completes the same text again changes nothing. */
  store_message: `INSERT INTO messages(message_id,conversation_id,run_id,seq,role,text)
    SELECT :message_id,conversation_id,run_id,:seq,:role,:text FROM runs WHERE run_id=:run_id
    ON CONFLICT(message_id) DO NOTHING RETURNING conversation_id`,

  read_messages: `SELECT message_id,run_id,role,text FROM messages WHERE conversation_id=:conversation_id
    ORDER BY run_id, seq`,

  run_messages: `SELECT message_id,text FROM messages WHERE run_id=:run_id ORDER BY message_id`,

  /** Of log.mutability=update_in_place alone: whether the caller holds the run that it is about to write for. */
  read_held: `SELECT last_seq FROM runs WHERE run_id=:run_id AND {holder}`,

  /** Of the same alone. */
  grow_event: `UPDATE events SET payload=:payload WHERE run_id=:run_id AND seq=:seq RETURNING seq`,

  text_events: `SELECT seq,type,payload FROM events
    WHERE run_id=:run_id AND type IN ('text.delta','message.superseded') ORDER BY seq`,
} as const;
