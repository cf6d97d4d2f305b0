import { serve } from './serve.ts';

void serve();
