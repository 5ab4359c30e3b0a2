"use strict";
export const validate = validate0;
const schema0 = {"properties":{"input":{"properties":{}},"body":{"type":"object","properties":{"animal":{"$ref":"#/$defs/Animal"},"counts":{"$ref":"#/$defs/Counts"}},"required":["animal"],"additionalProperties":false}},"$defs":{"Animal":{"type":"object","required":["kind"],"properties":{"name":{"type":"string"}},"oneOf":[{"type":"object","properties":{"kind":{"const":"Animal"},"name":{}},"required":["kind","name"],"additionalProperties":false},{"type":"object","properties":{"kind":{"const":"Cat"},"name":{},"lives":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"additionalProperties":false,"required":["kind","name"]},{"type":"object","properties":{"kind":{"const":"Dog"},"name":{},"owner":{"$ref":"#/$defs/Animal"}},"additionalProperties":false,"required":["kind","name"]},{"type":"object","properties":{"kind":{"const":"Puppy"},"name":{},"owner":{"$ref":"#/$defs/Animal"},"weeks":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"additionalProperties":false,"required":["kind","name","weeks"]}],"discriminator":{"propertyName":"kind"}},"Counts":{"type":"object","properties":{"all":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"additionalProperties":{"type":"integer","minimum":0,"maximum":2147483647}}},"$id":"validate"};
const schema2 = {"type":"object","properties":{"all":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"additionalProperties":{"type":"integer","minimum":0,"maximum":2147483647}};
const func0 = Object.prototype.hasOwnProperty;
const func17 = require("#lib/shared/json/add-errors.ts").addErrors;
const schema1 = {"type":"object","required":["kind"],"properties":{"name":{"type":"string"}},"oneOf":[{"type":"object","properties":{"kind":{"const":"Animal"},"name":{}},"required":["kind","name"],"additionalProperties":false},{"type":"object","properties":{"kind":{"const":"Cat"},"name":{},"lives":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"additionalProperties":false,"required":["kind","name"]},{"type":"object","properties":{"kind":{"const":"Dog"},"name":{},"owner":{"$ref":"#/$defs/Animal"}},"additionalProperties":false,"required":["kind","name"]},{"type":"object","properties":{"kind":{"const":"Puppy"},"name":{},"owner":{"$ref":"#/$defs/Animal"},"weeks":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"additionalProperties":false,"required":["kind","name","weeks"]}],"discriminator":{"propertyName":"kind"}};
const wrapper0 = {validate: validate1};

function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate1.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.kind === undefined) || (!(func0.call(data, "kind")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "kind"},schema:schema1.required,parentSchema:schema1,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.name !== undefined && func0.call(data, "name")){
let data0 = data.name;
if(typeof data0 !== "string"){
const err1 = {instancePath:instancePath+"/name",keyword:"type",params:{type: "string"},schema:schema1.properties.name.type,parentSchema:schema1.properties.name,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
const tag0 = data.kind;
if(typeof tag0 == "string"){
if(tag0 === "Animal"){
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.kind === undefined) || (!(func0.call(data, "kind")))){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "kind"},schema:schema1.oneOf[0].required,parentSchema:schema1.oneOf[0],data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err3 = {instancePath,keyword:"required",params:{missingProperty: "name"},schema:schema1.oneOf[0].required,parentSchema:schema1.oneOf[0],data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((key0 === "kind") || (key0 === "name"))){
const err4 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema1.oneOf[0],data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.kind !== undefined && func0.call(data, "kind")){
let data1 = data.kind;
if("Animal" !== data1){
const err5 = {instancePath:instancePath+"/kind",keyword:"const",params:{allowedValue: "Animal"},schema:"Animal",parentSchema:schema1.oneOf[0].properties.kind,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,keyword:"type",params:{type: "object"},schema:schema1.oneOf[0].type,parentSchema:schema1.oneOf[0],data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var props0 = true;
}
else if(tag0 === "Cat"){
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.kind === undefined) || (!(func0.call(data, "kind")))){
const err7 = {instancePath,keyword:"required",params:{missingProperty: "kind"},schema:schema1.oneOf[1].required,parentSchema:schema1.oneOf[1],data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err8 = {instancePath,keyword:"required",params:{missingProperty: "name"},schema:schema1.oneOf[1].required,parentSchema:schema1.oneOf[1],data};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key1 of Object.keys(data)){
if(!(((key1 === "kind") || (key1 === "name")) || (key1 === "lives"))){
const err9 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema1.oneOf[1],data};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.kind !== undefined && func0.call(data, "kind")){
let data2 = data.kind;
if("Cat" !== data2){
const err10 = {instancePath:instancePath+"/kind",keyword:"const",params:{allowedValue: "Cat"},schema:"Cat",parentSchema:schema1.oneOf[1].properties.kind,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.lives !== undefined && func0.call(data, "lives")){
let data3 = data.lives;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err11 = {instancePath:instancePath+"/lives",keyword:"type",params:{type: "integer"},schema:schema1.oneOf[1].properties.lives.type,parentSchema:schema1.oneOf[1].properties.lives,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 2147483647 || isNaN(data3)){
const err12 = {instancePath:instancePath+"/lives",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},schema:2147483647,parentSchema:schema1.oneOf[1].properties.lives,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data3 < -2147483648 || isNaN(data3)){
const err13 = {instancePath:instancePath+"/lives",keyword:"minimum",params:{comparison: ">=", limit: -2147483648},schema:-2147483648,parentSchema:schema1.oneOf[1].properties.lives,data:data3};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
}
else {
const err14 = {instancePath,keyword:"type",params:{type: "object"},schema:schema1.oneOf[1].type,parentSchema:schema1.oneOf[1],data};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "Dog"){
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.kind === undefined) || (!(func0.call(data, "kind")))){
const err15 = {instancePath,keyword:"required",params:{missingProperty: "kind"},schema:schema1.oneOf[2].required,parentSchema:schema1.oneOf[2],data};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err16 = {instancePath,keyword:"required",params:{missingProperty: "name"},schema:schema1.oneOf[2].required,parentSchema:schema1.oneOf[2],data};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
for(const key2 of Object.keys(data)){
if(!(((key2 === "kind") || (key2 === "name")) || (key2 === "owner"))){
const err17 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key2},schema:false,parentSchema:schema1.oneOf[2],data};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.kind !== undefined && func0.call(data, "kind")){
let data4 = data.kind;
if("Dog" !== data4){
const err18 = {instancePath:instancePath+"/kind",keyword:"const",params:{allowedValue: "Dog"},schema:"Dog",parentSchema:schema1.oneOf[2].properties.kind,data:data4};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.owner !== undefined && func0.call(data, "owner")){
if(!(wrapper0.validate(data.owner, {instancePath:instancePath+"/owner",parentData:data,parentDataProperty:"owner",rootData,dynamicAnchors}))){
vErrors = func17(vErrors, wrapper0.validate.errors);
errors = vErrors.length;
}
}
}
else {
const err19 = {instancePath,keyword:"type",params:{type: "object"},schema:schema1.oneOf[2].type,parentSchema:schema1.oneOf[2],data};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "Puppy"){
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.kind === undefined) || (!(func0.call(data, "kind")))){
const err20 = {instancePath,keyword:"required",params:{missingProperty: "kind"},schema:schema1.oneOf[3].required,parentSchema:schema1.oneOf[3],data};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err21 = {instancePath,keyword:"required",params:{missingProperty: "name"},schema:schema1.oneOf[3].required,parentSchema:schema1.oneOf[3],data};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if((data.weeks === undefined) || (!(func0.call(data, "weeks")))){
const err22 = {instancePath,keyword:"required",params:{missingProperty: "weeks"},schema:schema1.oneOf[3].required,parentSchema:schema1.oneOf[3],data};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
for(const key3 of Object.keys(data)){
if(!((((key3 === "kind") || (key3 === "name")) || (key3 === "owner")) || (key3 === "weeks"))){
const err23 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key3},schema:false,parentSchema:schema1.oneOf[3],data};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.kind !== undefined && func0.call(data, "kind")){
let data6 = data.kind;
if("Puppy" !== data6){
const err24 = {instancePath:instancePath+"/kind",keyword:"const",params:{allowedValue: "Puppy"},schema:"Puppy",parentSchema:schema1.oneOf[3].properties.kind,data:data6};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.owner !== undefined && func0.call(data, "owner")){
if(!(wrapper0.validate(data.owner, {instancePath:instancePath+"/owner",parentData:data,parentDataProperty:"owner",rootData,dynamicAnchors}))){
vErrors = func17(vErrors, wrapper0.validate.errors);
errors = vErrors.length;
}
}
if(data.weeks !== undefined && func0.call(data, "weeks")){
let data8 = data.weeks;
if(!((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8)))){
const err25 = {instancePath:instancePath+"/weeks",keyword:"type",params:{type: "integer"},schema:schema1.oneOf[3].properties.weeks.type,parentSchema:schema1.oneOf[3].properties.weeks,data:data8};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(typeof data8 == "number"){
if(data8 > 2147483647 || isNaN(data8)){
const err26 = {instancePath:instancePath+"/weeks",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},schema:2147483647,parentSchema:schema1.oneOf[3].properties.weeks,data:data8};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data8 < -2147483648 || isNaN(data8)){
const err27 = {instancePath:instancePath+"/weeks",keyword:"minimum",params:{comparison: ">=", limit: -2147483648},schema:-2147483648,parentSchema:schema1.oneOf[3].properties.weeks,data:data8};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
}
else {
const err28 = {instancePath,keyword:"type",params:{type: "object"},schema:schema1.oneOf[3].type,parentSchema:schema1.oneOf[3],data};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(props0 !== true){
props0 = true;
}
}
else {
const err29 = {instancePath,keyword:"discriminator",params:{error: "mapping", tag: "kind", tagValue: tag0},schema:schema1.discriminator,parentSchema:schema1,data};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath,keyword:"discriminator",params:{error: "tag", tag: "kind", tagValue: tag0},schema:schema1.discriminator,parentSchema:schema1,data};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath,keyword:"type",params:{type: "object"},schema:schema1.type,parentSchema:schema1,data};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
validate1.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate1.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="validate" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate0.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.body !== undefined && func0.call(data, "body")){
let data1 = data.body;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if((data1.animal === undefined) || (!(func0.call(data1, "animal")))){
const err0 = {instancePath:instancePath+"/body",keyword:"required",params:{missingProperty: "animal"},schema:schema0.properties.body.required,parentSchema:schema0.properties.body,data:data1};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data1)){
if(!((key0 === "animal") || (key0 === "counts"))){
const err1 = {instancePath:instancePath+"/body",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema0.properties.body,data:data1};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data1.animal !== undefined && func0.call(data1, "animal")){
if(!(validate1(data1.animal, {instancePath:instancePath+"/body/animal",parentData:data1,parentDataProperty:"animal",rootData,dynamicAnchors}))){
vErrors = func17(vErrors, validate1.errors);
errors = vErrors.length;
}
}
if(data1.counts !== undefined && func0.call(data1, "counts")){
let data3 = data1.counts;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
for(const key1 of Object.keys(data3)){
if(!(key1 === "all")){
let data4 = data3[key1];
if(!((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4)))){
const err2 = {instancePath:instancePath+"/body/counts/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "integer"},schema:schema2.additionalProperties.type,parentSchema:schema2.additionalProperties,data:data4};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(typeof data4 == "number"){
if(data4 > 2147483647 || isNaN(data4)){
const err3 = {instancePath:instancePath+"/body/counts/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"maximum",params:{comparison: "<=", limit: 2147483647},schema:2147483647,parentSchema:schema2.additionalProperties,data:data4};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data4 < 0 || isNaN(data4)){
const err4 = {instancePath:instancePath+"/body/counts/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema2.additionalProperties,data:data4};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
}
if(data3.all !== undefined && func0.call(data3, "all")){
let data5 = data3.all;
if(!((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5)))){
const err5 = {instancePath:instancePath+"/body/counts/all",keyword:"type",params:{type: "integer"},schema:schema2.properties.all.type,parentSchema:schema2.properties.all,data:data5};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(typeof data5 == "number"){
if(data5 > 2147483647 || isNaN(data5)){
const err6 = {instancePath:instancePath+"/body/counts/all",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},schema:2147483647,parentSchema:schema2.properties.all,data:data5};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data5 < -2147483648 || isNaN(data5)){
const err7 = {instancePath:instancePath+"/body/counts/all",keyword:"minimum",params:{comparison: ">=", limit: -2147483648},schema:-2147483648,parentSchema:schema2.properties.all,data:data5};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
}
else {
const err8 = {instancePath:instancePath+"/body/counts",keyword:"type",params:{type: "object"},schema:schema2.type,parentSchema:schema2,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/body",keyword:"type",params:{type: "object"},schema:schema0.properties.body.type,parentSchema:schema0.properties.body,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":{"input":true,"body":true},"dynamicProps":false,"dynamicItems":false};

