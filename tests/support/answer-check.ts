import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { openApiDocument } from '#server/engine/collections/openapi.ts'
import type { DescribedCall } from '#server/engine/collections/openapi-calls.ts'
import { wrongAnswer } from './described.ts'

type Answered = { method: string; path: string; status: number; text: string }

/**
 * Holds an answer of the API against the OpenAPI document.
 * @returns what is wrong with it. An address or a method that the document does not have may only be refused.
 */
export function createAnswerCheck(
  engine: Pick<CollectionsEngine, 'declarations'>,
  calls: readonly DescribedCall[],
): (answered: Answered) => string[] {
  const document = openApiDocument(engine, { title: 'Watchbill', version: '1' }, calls)
  const templates = Object.keys(document.paths as object)
    .map((template) => ({
      template,
      pattern: new RegExp(
        `^${template
          .replace(/\/$/, '')
          .replaceAll('.', '\\.')
          .replaceAll(/\{\w+\}/g, '[^/]+')}/?$`,
      ),
      parameters: template.split('{').length,
    }))
    .sort((a, b) => a.parameters - b.parameters)
  return ({ method, path, status, text }) => {
    const address = path.replace(/\?.*/s, '')
    const found = templates.find(({ pattern }) => pattern.test(address))
    const item = found && (document.paths as Record<string, object>)[found.template]
    const asGet = method === 'HEAD' ? 'GET' : method
    if (!found || !item || !Object.hasOwn(item, asGet.toLowerCase()))
      return status >= 400 && status < 500 ? [] : [`${method} ${address} is not described, and answers ${status}`]
    if (method === 'HEAD') return []
    return wrongAnswer(document, { method, path: found.template }, { status, text })
  }
}
