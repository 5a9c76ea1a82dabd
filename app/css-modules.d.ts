/**
 * The classes of a style sheet by name. `string` would become `string | undefined`, which components refuse as a class;
 * scripts/css-classes.test.ts checks that each class exists.
 */
declare module '*.module.css' {
  // biome-ignore lint/suspicious/noExplicitAny: the only type of a member that an index leaves as it is
  const classes: Readonly<Record<string, any>>
  export default classes
}

declare module '*?url' {
  const address: string
  export default address
}
