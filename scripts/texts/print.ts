/**
 * `npm run texts`: prints every text that people read, with its file and line.
 * `npm run texts -- app/features/kiosks` prints those of one folder.
 */
import { filesWithTexts, findTexts } from './find-texts.ts'

const folders = process.argv.slice(2)
const files = filesWithTexts().filter((file) => !folders.length || folders.some((folder) => file.startsWith(folder)))
for (const { file, line, text } of findTexts(files)) console.log(`${file}:${line}\t${text}`)
