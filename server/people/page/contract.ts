/** One line of what happened to a person's record. `at` is an ISO instant. */
export type TrailLine = { id: number; at: string; actor: string; action: string; fields: string[] }
