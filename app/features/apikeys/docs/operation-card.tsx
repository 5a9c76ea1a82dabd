import { paths } from '#app/shell/paths.ts'
import type { Operation } from '#server/engine/collections/reference/contract.ts'
import classes from './api-docs.module.css'
import { FieldList } from './field-list.tsx'
import { Method } from './method.tsx'

export function OperationCard({ operation }: { operation: Operation }) {
  const { key, method, path, summary, who, parameters, same_as, body, example, answers, refusals } = operation
  return (
    <article id={key} className={classes.operation} aria-labelledby={`${key}-title`}>
      <h3 id={`${key}-title`}>{summary}</h3>
      <p className={`row cluster ${classes.address}`}>
        <Method method={method} /> <code>/api{path}</code>
      </p>
      <p className={classes.who}>{who}</p>
      {same_as && (
        <p className={classes.who}>
          Same parameters as <a href={`#${same_as.key}`}>{same_as.summary}</a>.
        </p>
      )}
      {parameters.length > 0 && (
        <details>
          <summary>
            Parameters <span className="num">{parameters.length}</span>
          </summary>
          <FieldList fields={parameters} />
        </details>
      )}
      {body && (
        <details>
          <summary>
            {body.form ? 'Form' : 'Body'} <span className={classes.type}>{body.type}</span>
          </summary>
          <FieldList fields={body.fields} />
        </details>
      )}
      <details>
        <summary>Example</summary>
        <pre>{example}</pre>
      </details>
      {answers.map(({ status, description, type, fields, example: sample }) => (
        <details key={status}>
          <summary>
            {status} <span className={classes.type}>{type || 'no content'}</span>
          </summary>
          <p className={classes.who}>{description}</p>
          {fields.length > 0 && <FieldList fields={fields} />}
          {sample && <pre>{sample}</pre>}
        </details>
      ))}
      {refusals.length > 0 && (
        <p className={classes.who}>
          Fails with <span className="num">{refusals.join(', ')}</span> (<a href={`${paths.apiDocs}#errors`}>Errors</a>
          ).
        </p>
      )}
    </article>
  )
}
