import { IconCheck } from '@tabler/icons-react'
import classes from './profile.module.css'

/** Confirms a save in the section's header, so that nothing moves. */
export const SavedNote = ({ shown }: { shown: boolean }) => (
  <p className={`row ${classes.saved}`} role="status">
    {shown && (
      <>
        <IconCheck size={16} aria-hidden /> Saved
      </>
    )}
  </p>
)
