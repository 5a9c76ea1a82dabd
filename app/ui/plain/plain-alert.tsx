import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Alert.layer.css'
import { type ReactNode, useId } from 'react'
import classes from './plain.module.css'

type Props = {
  tone: 'red' | 'gray'
  icon: ReactNode
  role: 'alert' | 'status'
  className?: string | undefined
  closeLabel: string
  onClose: () => void
  children: ReactNode
}

/** A notice with a cross, with the classes of Mantine's `Alert` (see `PlainButton`). */
export function PlainAlert({ tone, icon, role, className = '', closeLabel, onClose, children }: Props) {
  const id = useId()
  return (
    <div
      className={`m_66836ed3 mantine-Alert-root ${classes.alert} ${className}`}
      data-tone={tone}
      role={role}
      aria-describedby={id}
    >
      <div className="m_a5d60502 mantine-Alert-wrapper">
        <div className="m_667f2a6a mantine-Alert-icon">{icon}</div>
        <div className="m_667c2793 mantine-Alert-body">
          <div id={id} className="m_7fa78076 mantine-Alert-message">
            {children}
          </div>
        </div>
        <button
          type="button"
          className={`mantine-focus-auto mantine-active m_87f54839 mantine-Alert-closeButton m_86a44da5 mantine-CloseButton-root m_87cf2631 mantine-UnstyledButton-root ${classes.close}`}
          data-variant="transparent"
          aria-label={closeLabel}
          onClick={onClose}
        >
          <svg viewBox="0 0 15 15" width={16} height={16} aria-hidden>
            <path d={CROSS} fill="currentColor" fillRule="evenodd" clipRule="evenodd" />
          </svg>
        </button>
      </div>
    </div>
  )
}

const CROSS =
  'M11.7816 4.03157C12.0062 3.80702 12.0062 3.44295 11.7816 3.2184C11.5571 2.99385 11.193 2.99385 10.9685 3.2184L7.50005 6.68682L4.03164 3.2184C3.80708 2.99385 3.44301 2.99385 3.21846 3.2184C2.99391 3.44295 2.99391 3.80702 3.21846 4.03157L6.68688 7.49999L3.21846 10.9684C2.99391 11.193 2.99391 11.557 3.21846 11.7816C3.44301 12.0061 3.80708 12.0061 4.03164 11.7816L7.50005 8.31316L10.9685 11.7816C11.193 12.0061 11.5571 12.0061 11.7816 11.7816C12.0062 11.557 12.0062 11.193 11.7816 10.9684L8.31322 7.49999L11.7816 4.03157Z'
