export { type ModelProviders, openModel } from './open-model.ts';
