import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconDeviceMobileMessage, IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import type { Answer } from '#app/collections/call-api.ts'
import { problemText } from '#app/collections/problem-text.ts'
import type { AppOffer } from '#app/features/accounts/security/app-key.tsx'
import { createPasskey, deviceName } from '#app/features/accounts/security/passkey.ts'
import { RecoveryCodes } from '#app/features/accounts/security/recovery-codes.tsx'
import { SignInFrame } from '#app/features/accounts/sign-in/sign-in-frame.tsx'
import { paths } from '#app/shell/paths.ts'
import { FormError } from '#app/ui/form-error.tsx'
import signIn from '../accounts/sign-in/sign-in.module.css'
import { AppSetUp } from './app-set-up.tsx'
import classes from './console.module.css'
import { postToConsole } from './send.ts'

export function SetUpScreen() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [appSecret, setAppSecret] = useState<AppOffer | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const openConsole = () => window.location.assign(paths.console)
  const run = async <Body,>(call: () => Promise<Answer<Body>>, onSuccess: (body: Body) => void) => {
    setBusy(true)
    setProblem(undefined)
    const answer = await call()
    setBusy(false)
    if (answer.ok) onSuccess(answer.body)
    else setProblem(problemText(answer.body))
  }
  const finish = (body: unknown) => {
    const { recovery_codes } = body as { recovery_codes?: string[] | null }
    if (recovery_codes) setCodes(recovery_codes)
    else openConsole()
  }
  return (
    <SignInFrame
      title="Set up a second step"
      text="Operators can see every club, so a password isn’t enough. Choose your second step."
    >
      <FormError message={problem} />
      {appSecret ? (
        <AppSetUp
          secret={appSecret}
          busy={busy}
          onCode={(code) => run(() => postToConsole(`${paths.consoleSetUpApp}/code`, { code }), finish)}
        />
      ) : (
        <div className={classes.ways}>
          <Button
            h={48}
            fz="md"
            loading={busy}
            leftSection={<IconDeviceMobileMessage size={20} aria-hidden />}
            onClick={() => run(() => postToConsole<AppOffer>(paths.consoleSetUpApp), setAppSecret)}
          >
            Set up an authenticator app
          </Button>
          <Button
            h={48}
            fz="md"
            variant="default"
            loading={busy}
            leftSection={<IconFingerprint size={20} aria-hidden />}
            onClick={() =>
              run(
                () =>
                  createPasskey(
                    (_method, path, body) => postToConsole(path, body),
                    deviceName(),
                    paths.consoleSetUpPasskey,
                  ),
                finish,
              )
            }
          >
            Add a passkey
          </Button>
        </div>
      )}
      <Link to={paths.consoleLogin} className={signIn.other}>
        Start again
      </Link>
      <RecoveryCodes codes={codes} onClose={openConsole} />
    </SignInFrame>
  )
}
