import { createElement } from 'react'

/** An email address that may wrap before "@" and ".", so narrow columns do not break it mid-word. */
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
