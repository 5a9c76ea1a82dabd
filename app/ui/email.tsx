import { createElement } from 'react'

/** Wraps before "@" and ".", so that narrow columns do not break the address mid-word. */
export const Email = ({ address }: { address: string }) =>
  createElement(
    'span',
    { className: 'wrap' },
    ...address
      .split(/(?=[@.])/)
      .flatMap((part, index, parts) =>
        index === 0 ? [part] : [createElement('wbr', { key: parts.slice(0, index).join('') }), part],
      ),
  )
