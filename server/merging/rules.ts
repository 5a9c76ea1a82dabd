/** Mergeable lists. Not profile fields: a person may have given different answers to the two. */
export const MERGEABLE = [
  'eventtypes',
  'assignments',
  'locations',
  'roles',
  'training',
  'competencies',
  'equipment',
] as const
