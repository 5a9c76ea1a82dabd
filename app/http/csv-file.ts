/** Answers with a CSV file that is saved as `{name}-export.csv`. */
export const csvFile = (text: string, name: string): Response =>
  new Response(text, {
    headers: {
      'cache-control': 'no-store',
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}-export.csv"`,
    },
  })
