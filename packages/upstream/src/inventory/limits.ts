/** How much an import takes in. What is beyond a limit is left out, and said; it never stops the rest. */
export const importLimits = {
  /** Characters of one document. Parsing YAML takes far longer than JSON. */
  jsonLengthMax: 128 * 1024 * 1024,
  yamlLengthMax: 16 * 1024 * 1024,
  /** Aliases that a YAML document may use: each can stand for much. */
  yamlAliasesMax: 1_000,
  /** Other documents that `$ref` leads to, where that is permitted, and how far from the first. */
  remoteDocumentsMax: 50,
  remoteLengthMax: 32 * 1024 * 1024,
  remoteDepthMax: 5,
  toolsMax: 30_000,
  leftOutMax: 50_000,
  warningsMax: 500,
  /** Tool names, and what a service calls them. */
  remoteNameLengthMax: 500,
  argumentNameLengthMax: 64,
  /** Texts for the model. */
  toolDescriptionLengthMax: 2_000,
  fieldDescriptionLengthMax: 400,
  tagsMax: 20,
  tagLengthMax: 100,
  /** One tool's schema: characters of JSON, and schemas inside it. What is deeper becomes "anything". */
  schemaLengthMax: 48 * 1024,
  schemaNodesMax: 1_200,
  schemaDepthMax: 24,
  /** Schemas inside schemas as the compiler meets them; at 900 its stack ends. */
  schemaDescentMax: 300,
  /** Members of an object, values of an enum, choices: more are not worth checking before the service does. */
  schemaPropertiesMax: 500,
  enumValuesMax: 500,
  choicesMax: 60,
  patternLengthMax: 1_000,
  /** Sum of the counts in a pattern, such as `{1,64}`: the work for each character of a text grows with it. */
  patternRepeatsMax: 2_000,
  /** Characters of all patterns of one import together. */
  patternsLengthMax: 256 * 1024,
  /** References that lead to references. */
  refChainMax: 30,
  parametersMax: 300,
  /** Lines of the difference between two definitions. */
  diffLinesMax: 200,
  diffContextLines: 2,
} as const;
