import type { RequestHandler } from 'express'

/** Hands a rejected promise to express, which does not wait for one by itself. */
export const forwardErrors =
  (handler: (...args: Parameters<RequestHandler>) => Promise<unknown>): RequestHandler =>
  (req, res, next) => {
    handler(req, res, next).catch(next)
  }
