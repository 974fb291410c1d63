// What a holder does to a run in CONTRACT §10 and the service does not do yet. A guard that stands
// against them can only be tried where they have happened. One that the service brings takes its line out of
// here.

const HOLDER = "fence=:fence AND status='running'";

export const borrowed: Readonly<Record<string, string>> = {
  renew: `UPDATE runs SET lease_until=:now+:ttl WHERE run_id=:run_id AND ${HOLDER}
    RETURNING cancel_requested, version`,
};
