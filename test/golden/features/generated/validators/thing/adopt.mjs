"use strict";
export const validate = validate0;
const schema0 = {"properties":{"input":{"properties":{}},"body":{"type":"object","properties":{"animal":{"$ref":"#/$defs/Animal"},"counts":{"$ref":"#/$defs/Counts"}},"required":["animal"],"additionalProperties":false}},"$id":"validate"};
const func0 = Object.prototype.hasOwnProperty;
const func13 = require("#lib/shared/json/add-errors.ts").addErrors;
const schema1 = {"type":"object","properties":{"name":{"type":"string"}},"oneOf":[{"properties":{"kind":{"const":"Animal"},"name":true},"required":["kind","name"],"additionalProperties":false},{"properties":{"kind":{"const":"Cat"},"name":true,"lives":{"$ref":"#/$defs/shared:s0"}},"required":["kind","name"],"additionalProperties":false},{"properties":{"kind":{"const":"Dog"},"name":true,"owner":{"$ref":"#/$defs/Animal"}},"required":["kind","name"],"additionalProperties":false},{"properties":{"kind":{"const":"Puppy"},"name":true,"owner":{"$ref":"#/$defs/Animal"},"weeks":{"$ref":"#/$defs/shared:s0"}},"required":["kind","name","weeks"],"additionalProperties":false}],"discriminator":{"propertyName":"kind"},"required":["kind"]};
const schema2 = {"type":"integer","minimum":-2147483648,"maximum":2147483647};

function validate2(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate2.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(((typeof data == "number") && (!(data % 1) && !isNaN(data))) && (isFinite(data)))){
const err0 = {instancePath,keyword:"type",params:{type: "integer"},schema:schema2.type,parentSchema:schema2,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((typeof data == "number") && (isFinite(data))){
if(data > 2147483647 || isNaN(data)){
const err1 = {instancePath,keyword:"maximum",params:{comparison: "<=", limit: 2147483647},schema:2147483647,parentSchema:schema2,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data < -2147483648 || isNaN(data)){
const err2 = {instancePath,keyword:"minimum",params:{comparison: ">=", limit: -2147483648},schema:-2147483648,parentSchema:schema2,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
validate2.errors = vErrors;
return errors === 0;
}
validate2.evaluated = {"dynamicProps":false,"dynamicItems":false};

const wrapper0 = {validate: validate1};

function validate1(data, {instancePath=""}={}){
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
var props0 = true;
}
else if(tag0 === "Cat"){
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.kind === undefined) || (!(func0.call(data, "kind")))){
const err6 = {instancePath,keyword:"required",params:{missingProperty: "kind"},schema:schema1.oneOf[1].required,parentSchema:schema1.oneOf[1],data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err7 = {instancePath,keyword:"required",params:{missingProperty: "name"},schema:schema1.oneOf[1].required,parentSchema:schema1.oneOf[1],data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
for(const key1 of Object.keys(data)){
if(!(((key1 === "kind") || (key1 === "name")) || (key1 === "lives"))){
const err8 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key1},schema:false,parentSchema:schema1.oneOf[1],data};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.kind !== undefined && func0.call(data, "kind")){
let data2 = data.kind;
if("Cat" !== data2){
const err9 = {instancePath:instancePath+"/kind",keyword:"const",params:{allowedValue: "Cat"},schema:"Cat",parentSchema:schema1.oneOf[1].properties.kind,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.lives !== undefined && func0.call(data, "lives")){
if(!(validate2(data.lives, {instancePath:instancePath+"/lives"}))){
vErrors = func13(vErrors, validate2.errors);
errors = vErrors.length;
}
}
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "Dog"){
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.kind === undefined) || (!(func0.call(data, "kind")))){
const err10 = {instancePath,keyword:"required",params:{missingProperty: "kind"},schema:schema1.oneOf[2].required,parentSchema:schema1.oneOf[2],data};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err11 = {instancePath,keyword:"required",params:{missingProperty: "name"},schema:schema1.oneOf[2].required,parentSchema:schema1.oneOf[2],data};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
for(const key2 of Object.keys(data)){
if(!(((key2 === "kind") || (key2 === "name")) || (key2 === "owner"))){
const err12 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key2},schema:false,parentSchema:schema1.oneOf[2],data};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.kind !== undefined && func0.call(data, "kind")){
let data4 = data.kind;
if("Dog" !== data4){
const err13 = {instancePath:instancePath+"/kind",keyword:"const",params:{allowedValue: "Dog"},schema:"Dog",parentSchema:schema1.oneOf[2].properties.kind,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.owner !== undefined && func0.call(data, "owner")){
if(!(wrapper0.validate(data.owner, {instancePath:instancePath+"/owner"}))){
vErrors = func13(vErrors, wrapper0.validate.errors);
errors = vErrors.length;
}
}
}
if(props0 !== true){
props0 = true;
}
}
else if(tag0 === "Puppy"){
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.kind === undefined) || (!(func0.call(data, "kind")))){
const err14 = {instancePath,keyword:"required",params:{missingProperty: "kind"},schema:schema1.oneOf[3].required,parentSchema:schema1.oneOf[3],data};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err15 = {instancePath,keyword:"required",params:{missingProperty: "name"},schema:schema1.oneOf[3].required,parentSchema:schema1.oneOf[3],data};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if((data.weeks === undefined) || (!(func0.call(data, "weeks")))){
const err16 = {instancePath,keyword:"required",params:{missingProperty: "weeks"},schema:schema1.oneOf[3].required,parentSchema:schema1.oneOf[3],data};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
for(const key3 of Object.keys(data)){
if(!((((key3 === "kind") || (key3 === "name")) || (key3 === "owner")) || (key3 === "weeks"))){
const err17 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key3},schema:false,parentSchema:schema1.oneOf[3],data};
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
let data6 = data.kind;
if("Puppy" !== data6){
const err18 = {instancePath:instancePath+"/kind",keyword:"const",params:{allowedValue: "Puppy"},schema:"Puppy",parentSchema:schema1.oneOf[3].properties.kind,data:data6};
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
if(!(wrapper0.validate(data.owner, {instancePath:instancePath+"/owner"}))){
vErrors = func13(vErrors, wrapper0.validate.errors);
errors = vErrors.length;
}
}
if(data.weeks !== undefined && func0.call(data, "weeks")){
if(!(validate2(data.weeks, {instancePath:instancePath+"/weeks"}))){
vErrors = func13(vErrors, validate2.errors);
errors = vErrors.length;
}
}
}
if(props0 !== true){
props0 = true;
}
}
else {
const err19 = {instancePath,keyword:"discriminator",params:{error: "mapping", tag: "kind", tagValue: tag0},schema:schema1.discriminator,parentSchema:schema1,data};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath,keyword:"discriminator",params:{error: "tag", tag: "kind", tagValue: tag0},schema:schema1.discriminator,parentSchema:schema1,data};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath,keyword:"type",params:{type: "object"},schema:schema1.type,parentSchema:schema1,data};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
validate1.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate1.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema3 = {"type":"object","properties":{"all":{"$ref":"#/$defs/shared:s0"}},"additionalProperties":{"type":"integer","minimum":0,"maximum":2147483647}};

function validate6(data, {instancePath=""}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate6.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(key0 === "all")){
let data0 = data[key0];
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
const err0 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "integer"},schema:schema3.additionalProperties.type,parentSchema:schema3.additionalProperties,data:data0};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 2147483647 || isNaN(data0)){
const err1 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"maximum",params:{comparison: "<=", limit: 2147483647},schema:2147483647,parentSchema:schema3.additionalProperties,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema3.additionalProperties,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
}
if(data.all !== undefined && func0.call(data, "all")){
if(!(validate2(data.all, {instancePath:instancePath+"/all"}))){
vErrors = func13(vErrors, validate2.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath,keyword:"type",params:{type: "object"},schema:schema3.type,parentSchema:schema3,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate6.errors = vErrors;
return errors === 0;
}
validate6.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate0(data, {instancePath=""}={}){
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
if(!(validate1(data1.animal, {instancePath:instancePath+"/body/animal"}))){
vErrors = func13(vErrors, validate1.errors);
errors = vErrors.length;
}
}
if(data1.counts !== undefined && func0.call(data1, "counts")){
if(!(validate6(data1.counts, {instancePath:instancePath+"/body/counts"}))){
vErrors = func13(vErrors, validate6.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath:instancePath+"/body",keyword:"type",params:{type: "object"},schema:schema0.properties.body.type,parentSchema:schema0.properties.body,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
validate0.errors = vErrors;
return errors === 0;
}
validate0.evaluated = {"props":{"input":true,"body":true},"dynamicProps":false,"dynamicItems":false};

