/**
 * The lists whose records can be merged. Profile fields are not among them: a person has one answer to each, and the answers to two
 * of them may differ.
 */
export const MERGEABLE = [
  'eventtypes',
  'assignments',
  'locations',
  'roles',
  'training',
  'competencies',
  'equipment',
] as const
