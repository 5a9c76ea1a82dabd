import { runCommandLine } from './commands/command-line.ts'

/** The exit code until the work is done. */
process.exitCode = 1
runCommandLine(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
