import type { ParsingJob } from '#server/engine/parsing/jobs.ts'
import type { Rendered } from './contract.ts'

export const MARKDOWN_JOB: ParsingJob<string, Rendered> = { name: 'markdown', timeLimitMs: 4_000, urgent: false }

export const MARKDOWN_PREVIEW_JOB: ParsingJob<string, Rendered> = { name: 'preview', timeLimitMs: 2_000, urgent: true }
