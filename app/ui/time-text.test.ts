import { expect, test } from 'vitest'
import { completeTime, parseTime, stepTime } from './time-text.ts'

test('a time is whole once its minutes are typed, on 24 hours', () => {
  for (const [text, time] of [
    ['0930', '09:30'],
    ['09:30', '09:30'],
    ['9:30', '09:30'],
    ['2359', '23:59'],
    ['93', null],
    ['930', null],
    ['24:00', null],
    ['12:60', null],
    ['', null],
  ] as const)
    expect([text, completeTime(text)]).toEqual([text, time])
})

test('reads a typed time, and refuses anything else', () => {
  for (const [text, time] of [
    ['', ''],
    ['  ', ''],
    ['9', '09:00'],
    ['17', '17:00'],
    ['930', '09:30'],
    ['9.30', '09:30'],
    ['17h15', '17:15'],
    ['5 pm', '17:00'],
    ['12:05 am', '00:05'],
    ['12pm', '12:00'],
    ['13pm', null],
    ['25', null],
    ['12:75', null],
    ['noon', null],
    ['1:2:3', null],
  ] as const)
    expect([text, parseTime(text)]).toEqual([text, time])
})

test('steps wrap round the clock', () => {
  expect([stepTime('09:30', 15), stepTime('23:50', 15), stepTime('00:10', -15), stepTime('', 15)]).toEqual([
    '09:45',
    '00:05',
    '23:55',
    '00:15',
  ])
})
