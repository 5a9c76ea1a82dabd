import { isParseProblem, type Parsers } from '#server/engine/parsing/parsers.ts'
import { MARKDOWN_PREVIEW_JOB } from './jobs.ts'
import { plainHtml } from './plain.ts'

/** Renders a text that is being typed; a text that cannot be rendered in time is shown as it was typed. @param site its id */
export async function previewMarkdown(parsers: Pick<Parsers, 'parse'>, site: number, text: string): Promise<string> {
  try {
    return (await parsers.parse(site, MARKDOWN_PREVIEW_JOB, text)).html
  } catch (error) {
    if (!isParseProblem(error)) throw error
    return plainHtml(text)
  }
}
