import type { RequestHandler } from 'express'

/** Passes a rejected promise on to express, which does not handle one automatically. */
export const forwardErrors =
  (handler: (...args: Parameters<RequestHandler>) => Promise<unknown>): RequestHandler =>
  (req, res, next) => {
    handler(req, res, next).catch(next)
  }
