import { createElement } from 'react'

/** An email address that breaks before its signs, so that a narrow place does not cut a word in two. */
export const Email = ({ address }: { address: string }) =>
  createElement(
    'span',
    { className: 'wrap' },
    ...address
      .split(/(?=[@.])/)
      .flatMap((part, at, all) =>
        at === 0 ? [part] : [createElement('wbr', { key: all.slice(0, at).join('') }), part],
      ),
  )
