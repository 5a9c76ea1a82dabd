import { isParseProblem, type Parsers } from '#server/engine/parsing/parsers.ts'
import { MARKDOWN_PREVIEW_JOB } from './jobs.ts'
import { plainHtml } from './plain.ts'

/** The HTML of a text that is being typed; as it was typed when it cannot be rendered in time. @param site its id */
export async function previewMarkdown(parsers: Pick<Parsers, 'parse'>, site: number, text: string): Promise<string> {
  try {
    return (await parsers.parse(site, MARKDOWN_PREVIEW_JOB, text)).html
  } catch (error) {
    if (!isParseProblem(error)) throw error
    return plainHtml(text)
  }
}
