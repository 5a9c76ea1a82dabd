import { sharedTheme } from './shell/look.tsx'
import { mantineTheme } from './theme.ts'

// Included with every component of Mantine that reads the theme (scripts/bundle/mantine-theme.ts).
Object.assign(sharedTheme, mantineTheme())
