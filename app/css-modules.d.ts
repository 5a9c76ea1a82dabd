/**
 * The classes of a style sheet by name. An index of strings would read as `string | undefined`, which a component does
 * not take as its class; that each class exists is checked by scripts/css-classes.test.ts.
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
