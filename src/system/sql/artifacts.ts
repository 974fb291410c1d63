// Statements of the table artifacts: what a run has made and keeps beside its events (CONTRACT §2.6). The event
// holds a digest and the name; whoever wants the content passes the API's checks.

export const artifacts = {
  insert_artifact: `INSERT INTO artifacts(artifact_id,run_id,name,media_type,size_bytes,digest,body,created_at,
      expires_at)
    VALUES(:artifact_id,:run_id,:name,:media_type,:size_bytes,:digest,:body,:now,:expires_at)`,

  read_artifact: `SELECT artifact_id,name,media_type,size_bytes,digest,body,expires_at FROM artifacts
    WHERE artifact_id=:artifact_id AND run_id=:run_id`,

  run_artifacts: `SELECT artifact_id,name,media_type,size_bytes,digest FROM artifacts
    WHERE run_id=:run_id ORDER BY artifact_id`,
} as const;
