import { isParseProblem, type Parsers } from '#server/engine/parsing/parsers.ts'
import { MARKDOWN_PREVIEW_JOB } from './jobs.ts'
import { plainHtml } from './plain.ts'

/** Renders a text during typing; shows it as typed when rendering takes too long. @param site its id */
export async function previewMarkdown(parsers: Pick<Parsers, 'parse'>, site: number, text: string): Promise<string> {
  try {
    return (await parsers.parse(site, MARKDOWN_PREVIEW_JOB, text)).html
  } catch (error) {
    if (!isParseProblem(error)) throw error
    return plainHtml(text)
  }
}
