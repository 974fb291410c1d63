// Statements of the tables principals, conversations and conversation_members: who somebody is, and what a
// conversation lets them see (CONTRACT §7).

export const principals = {
  read_principal: `SELECT principal_id, tenant_id, is_operator FROM principals WHERE principal_id=:principal_id`,

  read_conversation: `SELECT conversation_id, tenant_id FROM conversations WHERE conversation_id=:conversation_id`,

  read_membership: `SELECT role FROM conversation_members
    WHERE conversation_id=:conversation_id AND principal_id=:principal_id`,

  members: `SELECT principal_id FROM conversation_members ORDER BY principal_id`,

  end_membership: `DELETE FROM conversation_members WHERE principal_id=:principal_id`,
} as const;
