export type MergeFacts = { phone: string | null; notes: string; tags: readonly string[] }

/**
 * Returns what a person takes: a phone if they have none, tags that they lack, and notes added to their own. Never
 * email, account or access role, which open their record.
 */
export function takenFrom(
  registration: MergeFacts,
  person: MergeFacts,
): { phone?: string; notes?: string; tags?: string[] } {
  const tags = registration.tags.filter((tag) => !person.tags.includes(tag))
  return {
    ...(person.phone === null && registration.phone !== null && { phone: registration.phone }),
    ...(registration.notes && { notes: [person.notes, registration.notes].filter(Boolean).join('\n\n') }),
    ...(tags.length && { tags: [...person.tags, ...tags] }),
  }
}
