// Statements of the table outbox: what a transaction wants told, until the dispatcher has told it.

export const outbox = {
  insert_outbox: `INSERT INTO outbox(message_id,run_id,seq,topic,type,payload,available_at,created_at)
    VALUES(:run_id||':'||:seq||':'||:topic,:run_id,:seq,:topic,:type,:payload,:available_at,:now)`,

  read_unsent: `SELECT message_id,run_id,seq,topic,type,payload FROM outbox o
    WHERE {unsent} AND available_at<=:now AND {outbox_head} ORDER BY {poll_order} LIMIT 1`,

  take_unsent: `UPDATE outbox SET taken_by=:actor WHERE message_id=:message_id`,

  draw_number: `INSERT INTO sequences(name,last) VALUES(:name,1)
    ON CONFLICT(name) DO UPDATE SET last=last+1 RETURNING last`,

  number_outbox: `UPDATE outbox SET number=:number
    WHERE message_id=:run_id||':'||:seq||':runs.dispatch'`,

  mark: `UPDATE outbox SET sent=1, sent_at=:now WHERE message_id=:message_id AND sent=0 RETURNING message_id`,

  unsent_ahead: `SELECT message_id AS id, available_at AS at FROM outbox WHERE sent=0 AND available_at>:now
    ORDER BY run_id, seq`,
} as const;
