import { useFetcher, useLocation, useRevalidator } from '@remix-run/react'
import { IconMailForward } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { PlainButton } from '../../ui/plain/plain-button.tsx'
import classes from '../banner.module.css'
import { fetchApi, HANDLED_STATUSES } from '../fetch-api.ts'
import { useViewer } from '../use-root.ts'
import { forgetUnsent, readUnsent, typedText, type UnsentWrite } from './unsent.ts'

export function UnsentBanner() {
  const person = useViewer()?.id
  const { pathname } = useLocation()
  const [write, setWrite] = useState<UnsentWrite | null>(null)
  useEffect(() => setWrite(person === undefined ? null : readUnsent(person, pathname)), [person, pathname])
  return write && <Offer key={pathname} write={write} onEnd={() => setWrite(null)} />
}

function Offer({ write, onEnd }: { write: UnsentWrite; onEnd: () => void }) {
  const { send, busy, problem, sent } = useSend(write)
  const text = typedText(write)
  useEffect(() => {
    if (!sent) return
    forgetUnsent()
    onEnd()
  }, [sent, onEnd])
  return (
    <section className={`row cluster ${classes.banner}`} data-tone="amber" aria-label="Not sent yet">
      <IconMailForward size={20} aria-hidden />
      <p role={problem ? 'alert' : 'status'}>
        {problem ?? 'You were signed out before this was sent.'}
        {text && <q className={classes.quote}>{text}</q>}
      </p>
      <PlainButton h={44} variant="default" loading={busy} onClick={send}>
        Send now
      </PlainButton>
      <PlainButton
        h={44}
        variant="subtle"
        onClick={() => {
          forgetUnsent()
          onEnd()
        }}
      >
        Discard
      </PlainButton>
    </section>
  )
}

const NOT_TAKEN = 'This could not be sent. Please try again.'

type Answer = { detail?: string; problem?: { detail?: string } } | null | undefined

function useSend(write: UnsentWrite) {
  const { submit, state, data } = useFetcher<Answer>()
  const { revalidate } = useRevalidator()
  const [call, setCall] = useState<{ busy?: boolean; problem?: string; sent?: boolean }>({})
  const sendCall = async () => {
    setCall({ busy: true })
    const init = { method: write.method, body: write.json ?? '', headers: { 'content-type': 'application/json' } }
    const answer = await fetchApi(write.path, init, HANDLED_STATUSES).catch(() => null)
    if (answer?.ok) {
      revalidate()
      return setCall({ sent: true })
    }
    const body: Answer = await answer?.json().catch(() => null)
    setCall({ problem: body?.detail ?? NOT_TAKEN })
  }
  const sendForm = () => {
    const form = new FormData()
    for (const [name, value] of write.fields) form.append(name, value)
    submit(form, { method: 'post', action: write.path })
  }
  if (write.kind === 'call') return { send: sendCall, busy: false, ...call }
  const problem = state === 'idle' && data?.problem ? (data.problem.detail ?? NOT_TAKEN) : undefined
  const sent = state === 'idle' && data !== undefined && !problem
  return { send: sendForm, busy: state !== 'idle', problem, sent }
}
