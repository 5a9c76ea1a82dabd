export { wordList } from '#server/engine/kernel/word-list/rules.ts'
