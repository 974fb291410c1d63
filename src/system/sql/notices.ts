// Statements of the tables inbox and notices: what a consumer remembers of the messages that it got, and the
// list of what people were told.

export const notices = {
  inbox_accept: `INSERT INTO inbox(consumer,message_id) VALUES(:consumer,:message_id)
    ON CONFLICT(consumer,message_id) DO UPDATE SET received=received+1 RETURNING received`,

  insert_notice: `INSERT INTO notices(message_id,copy,run_id,type)
    SELECT :message_id,COUNT(*)+1,:run_id,:type FROM notices WHERE message_id=:message_id RETURNING copy`,
} as const;
