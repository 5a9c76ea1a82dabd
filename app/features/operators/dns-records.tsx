import { ActionIcon, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import health from './health.module.css'

type DnsRecord = { type: string; name: string; value: string }

/** Records that someone adds to the DNS of a club, each with its parts to copy. `of`: the domain, where a screen has several. */
export const DnsRecords = ({ records, of }: { records: readonly DnsRecord[]; of?: string }) => (
  <ol className={`list ${health.records}`} aria-label={of ? `DNS records of ${of}` : 'DNS records'}>
    {records.map(({ type, name, value }, i) => {
      const record = `record ${i + 1}`
      const named = of ? `${record} of ${of}` : record
      return (
        <li key={`${type} ${name}`}>
          <dl>
            <dt>
              Name of {record} ({type})
            </dt>
            <Copied text={name} label={`Copy the name of ${named}`} />
            <dt>Value</dt>
            <Copied text={value} label={`Copy the value of ${named}`} />
          </dl>
        </li>
      )
    })}
  </ol>
)

const Copied = ({ text, label }: { text: string; label: string }) => (
  <dd>
    <code>{text}</code>
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <ActionIcon variant="default" size={44} onClick={copy} aria-label={copied ? 'Copied' : label}>
          {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
        </ActionIcon>
      )}
    </CopyButton>
  </dd>
)
