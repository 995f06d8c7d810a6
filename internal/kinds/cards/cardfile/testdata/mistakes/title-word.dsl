2:7: expected a text in quotes, or its language (en, zh, de, es, ja) and the text, found "Cars"
domain cars
title Cars
