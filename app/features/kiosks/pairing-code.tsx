import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconRefresh } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useCall } from '#app/collections/use-call.ts'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { paths } from '#app/shell/paths.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { Modal } from '#app/ui/modal.tsx'
import classes from './pairing.module.css'

const PairingSteps = lazyPart(() =>
  import('./pairing-steps.tsx').then(({ PairingSteps }) => ({ default: PairingSteps })),
)

type Props = {
  id: number
  name: string
  /** Whether it stands beside those of other kiosks. */
  isInList?: boolean
}

/** Makes a code for pairing a device, and shows it in a sheet for as long as it works. */
export function PairingCode({ id, name, isInList }: Props) {
  const { call, busy, problem } = useCall<{ code: string }>('POST', `/api/kiosks/${id}/code`, { reload: 'never' })
  const [code, setCode] = useState<string | null>(null)
  const renew = async () => {
    const { ok, body } = await call()
    if (ok) setCode(body.code)
  }
  return (
    <div className={classes.action}>
      <FormError message={problem} />
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconRefresh size={16} aria-hidden />}
        onClick={renew}
        aria-label={isInList ? `New pairing code for ${name}` : undefined}
      >
        New pairing code
      </Button>
      {!isInList && <small>Works for ten minutes, on one device.</small>}
      <Modal opened={code !== null} onClose={() => setCode(null)} title={`Set up ${name}`} centered>
        {code && (
          <Suspense>
            <PairingSteps key={code} code={code} onRenew={renew} />
          </Suspense>
        )}
      </Modal>
    </div>
  )
}

/** A kiosk that was just added, with its first code. */
export function AddedKiosk({ name, code }: { name: string; code: string }) {
  const title = `${name} is added`
  return (
    <section className={`stack ${classes.added}`} aria-label={title}>
      <h3>{title}</h3>
      <Suspense>
        <PairingSteps code={code} />
      </Suspense>
      <Button component={Link} to={paths.kiosks} variant="default">
        Done
      </Button>
    </section>
  )
}
