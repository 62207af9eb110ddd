/* The page in German: English texts and what they are in German, by module. The function t in language.js says what {name} and
 * {name:1=…|…} mean. Readers are addressed with "du". */

/** @type {Record<string, string>} */
export const GERMAN = {
  /* index.html: the menu View */
  "View": "Ansicht",
  "Language": "Sprache",
  "as the browser": "wie im Browser",
  "Theme": "Helligkeit",
  "as the system": "wie im System",
  "light": "hell",
  "dark": "dunkel",
  "Colours": "Farben",
  "Language, colours, theme, layout": "Sprache, Farben, Helligkeit, Anordnung",
};
