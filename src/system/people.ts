// Who there is, in every scenario (CONTRACT §7).

/** People, and what they are to the one conversation: two writers, a viewer, two approvers, an operator, a stranger. */
export const PEOPLE: readonly {
  readonly id: string;
  readonly tenant: string;
  readonly isOperator: number;
}[] = [
  { id: 'alice', tenant: 'acme', isOperator: 0 },
  { id: 'bob', tenant: 'acme', isOperator: 0 },
  { id: 'wendy', tenant: 'acme', isOperator: 0 },
  { id: 'carol', tenant: 'acme', isOperator: 0 },
  { id: 'erin', tenant: 'acme', isOperator: 0 },
  { id: 'olga', tenant: 'acme', isOperator: 1 },
  { id: 'mallory', tenant: 'other', isOperator: 0 },
];

export const MEMBERS: Readonly<Record<string, string>> = {
  alice: 'writer',
  wendy: 'writer',
  carol: 'viewer',
};
