import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { type Client, client, login } from './api-client.ts'
import { test as base, enter, expect, siteUrl } from './fixtures.ts'

export const call = <T = { order: number[] }>(page: Page, method: string, path: string, body?: unknown): Promise<T> =>
  page.evaluate(
    async ([method, path, body]) => {
      const answer = await fetch(`/api${path}`, {
        method: String(method),
        headers: { 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return answer.status === 204 ? {} : answer.json()
    },
    [method, path, body] as const,
  ) as Promise<T>

export const removeRecord = (page: Page, collection: string, id: number | undefined) =>
  page.evaluate(async (path) => {
    const asked = await fetch(path, { method: 'DELETE' })
    const confirm = asked.status === 409 ? (await asked.json()).confirm : undefined
    const { status } = confirm === undefined ? asked : await fetch(`${path}?confirm=${confirm}`, { method: 'DELETE' })
    if (status !== 204) throw new Error(`DELETE ${path}: ${status}`)
  }, `/api/${collection}/${id}/`)

export const openGrid = async (page: Page, day: string, query = '') => {
  await page.goto(siteUrl('harbour', `/roster?from=${day}&days=7${query}`))
  await expect(page.getByRole('heading', { level: 1, name: 'Roster' })).toBeVisible()
}
export const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
export const save = async (page: Page) => {
  await page.getByRole('button', { name: /^Save(?! and)/ }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
}

/** A roster of one test: an event far in the future with an assignment, three people and a request of the first. */
export class Roster {
  readonly run = randomUUID().slice(0, 8)
  readonly eventName = `Regatta ${this.run}`
  readonly assignmentName = `Helm ${this.run}`
  readonly ann = `Ann Able ${this.run}`
  readonly bob = `Bob Brave ${this.run}`
  readonly long = `Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh ${this.run}`
  event = 0
  assignment = 0
  people: number[] = []

  constructor(
    readonly page: Page,
    private readonly admin: Client,
    /** No other roster of a run has an event in the same week. */
    readonly day: string,
  ) {}

  async create(): Promise<this> {
    const { ann, bob, long, run } = this
    this.people = await this.make(
      'people/',
      [ann, bob, long].map((name, i) => ({ name, email: `r${i}-${run}@roster.test`, role: 'user', is_active: true })),
    )
    ;[this.assignment = 0] = await this.make('assignments/', [{ name: this.assignmentName }])
    this.event = await this.addEvent(this.eventName, 'T09:00', 'T15:00')
    await this.make('requests/batch', [
      { person: this.people[0], event: this.event, comments: 'Happy to helm all day.' },
    ])
    return this
  }

  async make(path: string, body: object[]): Promise<number[]> {
    const answer = await this.admin.call('POST', `/api/${path}`, { body })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return (await answer.json()).order
  }

  /** Adds an event on the roster's day. Times are UTC, such as T09:00. */
  async addEvent(name: string, start: string, end: string): Promise<number> {
    const [id = 0] = await this.make('events/', [
      { name, start: `${this.day}${start}:00Z`, end: `${this.day}${end}:00Z` },
    ])
    return id
  }

  /** Adds shifts for these people, in this order; null makes an open one. */
  addShifts(people: readonly (number | null | undefined)[], event = this.event) {
    return this.make(
      'shifts/',
      people.map((person) => ({ event, assignment: this.assignment, person: person ?? null })),
    )
  }

  addUsualShifts() {
    return this.addShifts([this.people[0], this.people[1], null])
  }

  async publish() {
    const answer = await this.admin.call('PUT', `/api/events/${this.event}/publish`)
    expect(answer.ok(), await answer.text()).toBe(true)
  }

  async openEditor(page = this.page) {
    await page.goto(siteUrl('harbour', `/events/${this.event}/shifts`))
    await expect(page.getByRole('heading', { level: 1, name: this.eventName })).toBeVisible()
  }

  openGrid(page = this.page, query = '') {
    return openGrid(page, this.day, query)
  }

  shiftItems(page = this.page) {
    return page.getByRole('list', { name: this.assignmentName, exact: true }).getByRole('listitem')
  }

  card(n: number, page = this.page) {
    return this.shiftItems(page).nth(n).locator('[data-shift]')
  }

  cell(n = 0, page = this.page) {
    return page.getByRole('row').filter({ hasText: this.assignmentName }).getByRole('gridcell').nth(n)
  }
}

const FIRST_YEAR = 2040 + Math.floor(Math.random() * 30)
const FIRST_DAY = String(1 + Math.floor(Math.random() * 27)).padStart(2, '0')
let rosters = 0

/** A day in July far in the future; each call returns another year. */
export const nextDay = () => `${FIRST_YEAR + rosters++}-07-${FIRST_DAY}`

let token: string | undefined

/** Calls the API as an admin of the harbour. The tests of a process share one sign-in. */
export async function adminClient(request: APIRequestContext): Promise<Client> {
  token ??= (await login(request, 'admin@harbour.test')).access
  return client(request, 'harbour', token)
}

export const test = base.extend<{ roster: Roster }>({
  roster: async ({ page, request }, use) => {
    const roster = await new Roster(page, await adminClient(request), nextDay()).create()
    await enter(page, 'admin@harbour.test')
    await use(roster)
  },
})
