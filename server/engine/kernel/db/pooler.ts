/**
 * Whether a URL leads to a pooler in transaction mode, by `?pgbouncer=true`: it takes no options at the start of a
 * connection, which the login has instead (`infra/logins.sql`), and keeps no prepared statement between transactions.
 */
export const isPooled = (connectionString: string) => /[?&]pgbouncer=true(&|$)/.test(connectionString)

/** The start of a connection with `options`, such as `-c role=watchbill_app`. */
export const opened = (connectionString: string, options: string) => ({
  connectionString,
  ...(!isPooled(connectionString) && { options }),
})
