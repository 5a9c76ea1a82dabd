import { type FormEvent, useState } from 'react'
import { pair } from './calls.ts'
import classes from './kiosk.module.css'

export function PairForm({ code: initialCode, onPaired }: { code: string; onPaired: (secret: string) => void }) {
  const [code, setCode] = useState(initialCode)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const answer = code.trim() ? await pair(code) : { problem: 'Required.' }
    setBusy(false)
    if ('secret' in answer) onPaired(answer.secret)
    else setProblem(answer.problem)
  }
  return (
    <form className={classes.pair} onSubmit={submit}>
      <p>This device isn’t set up as a kiosk yet. Ask an admin for a code, which works for ten minutes.</p>
      <label htmlFor="pairing-code">Pairing code</label>
      <input
        id="pairing-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? 'pairing-problem' : undefined}
      />
      {problem && (
        <p id="pairing-problem" role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <button type="submit" className={classes.big} data-fill="brand" disabled={busy}>
        Set up this device
      </button>
    </form>
  )
}
